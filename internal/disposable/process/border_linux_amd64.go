package process

// memfdCreate is the number of the system call (arch/x86/entry/syscalls/syscall_64.tbl).
const memfdCreate = 319
