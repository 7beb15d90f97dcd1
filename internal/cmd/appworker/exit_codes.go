package appworker

// Exits lists the exit codes that all commands with Flags share, for help texts.
const Exits = `2 usage error, 3 internal error, 7 missing or rejected control key, 8 app worker
unreachable, 9 local state locked`
