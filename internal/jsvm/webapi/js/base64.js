// atob and btoa.
(function (host) {
  function atob(data) {
    if (arguments.length === 0)
      throw new TypeError("Failed to execute 'atob': 1 argument required, but only 0 present.");
    return host.atob(`${data}`);
  }
  function btoa(data) {
    if (arguments.length === 0)
      throw new TypeError("Failed to execute 'btoa': 1 argument required, but only 0 present.");
    return host.btoa(`${data}`);
  }
  return { atob, btoa };
});
