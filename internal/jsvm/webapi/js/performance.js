// performance: time since the VM started.
(function (host) {
  const { now, origin } = host;
  class Performance {
    now() {
      return now();
    }
    get timeOrigin() {
      return origin();
    }
    toJSON() {
      return { timeOrigin: origin() };
    }
    get [Symbol.toStringTag]() {
      return 'Performance';
    }
  }
  return { performance: new Performance() };
});
