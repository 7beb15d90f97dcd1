// Package subprocess runs programs that end with this process, however it ends. A program gets Command's command, and
// LockToParent before it is started. On Windows, only the context of a command ends it.
package subprocess
