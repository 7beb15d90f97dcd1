package secrets

// exits lists the exit codes that all subcommands share, for help texts.
const exits = `2 usage error, 3 internal error, 7 missing or rejected token, 8 platform unreachable,
9 script belongs to another project`
