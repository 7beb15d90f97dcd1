// node:os, with the values that the edge has.
(function () {
  return {
    EOL: '\n',
    devNull: '/dev/null',
    arch: () => 'x64',
    platform: () => 'linux',
    type: () => 'Linux',
    release: () => '',
    version: () => '',
    machine: () => 'x86_64',
    endianness: () => 'LE',
    hostname: () => 'localhost',
    homedir: () => '/tmp',
    tmpdir: () => '/tmp',
    uptime: () => 0,
    loadavg: () => [0, 0, 0],
    freemem: () => 0,
    totalmem: () => 0,
    availableParallelism: () => 1,
    cpus: () => [],
    networkInterfaces: () => ({}),
    constants: { signals: {}, errno: {} },
  };
});
