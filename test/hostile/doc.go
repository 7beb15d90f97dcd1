// Package hostile runs svc on projects that try to harm the machine that checks them.
//
// A project is one txtar file in projects: its comment says what it tries, then has one directive per line. Its files
// are added to those of base.txtar. In all of them OUTSIDE is the folder above the project and CANARY a secret that
// must appear in no output.
//
//	exit 0 1              the exit codes that are right
//	shared                added to one project with the others of its folder; the worker evil.ts must have an error
//	other found|any       whether the finding in src/workers/other.ts must still be reported (default found)
//	output REGEXP         what the output must match
//	build                 built, too, though the check refuses it
//	limits low            an evaluation ends after 150 ms and 48 MB, in place of 5 s and 512 MB
//	link PATH TARGET      a symbolic link
//	fifo PATH             a named pipe
//	socket PATH           a Unix socket
//	folder PATH           an empty folder
//	sparse PATH BYTES     a file of zeros that takes no space
//	bytes PATH HEX...     a file of these bytes
//	repeat PATH N TEXT    a file of N times the text
//	nest PATH N A B C     a file of N times A, then B, then N times C
//	series PATH N A B C   a file of A, then N times B with %d as the number and %e as the next one, then C; in
//	                      single quotes, where \n is a line break and \q a single quote
//	many N PATH           N copies of the file "template"; %d in path and text is the number
//	stars N               N levels of modules that export each other twice
//	escape-name DIR       a file whose name has terminal sequences and a line break
//
// Low limits are for projects that nothing else ends; with the limits of the product, they would take most of the time.
// They run in a binary that is linked with these limits: no option or variable sets them. The rest runs with the limits
// of the product, and so do structured-clone (memory, in a host function) and the script border_sdk (time). A build
// that these limits end has low ones.
//
// A build loads a project as a check does. So a project that the check refuses is built only if it is shared, or has
// the directive build: one of each kind of limit.
//
// To start svc takes longer than to refuse one worker. So the projects of a folder that are marked as shared run as
// one, named FOLDER/shared, in which each must be refused. A project that needs a file of its own for everyone, such as
// tsconfig.json, or that takes time or memory, is not shared.
//
// TestHostileProjects runs check and build on each and holds them to limits of time, memory and output. Those that try
// more than code, in other folders than code, run check --untrusted, too. The other commands that load a project have a
// test of their own.
package hostile
