// Promise.withResolvers and Promise.try.
({
  withResolvers() {
    let resolve, reject;
    const promise = new this((yes, no) => {
      resolve = yes;
      reject = no;
    });
    return { promise, resolve, reject };
  },
  try(callback, ...args) {
    return new this((resolve) => resolve(callback(...args)));
  },
});
