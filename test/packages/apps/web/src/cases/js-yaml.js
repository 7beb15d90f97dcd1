import * as yaml from 'js-yaml';

export default () => {
  const tried = (run) => {
    try {
      return run();
    } catch (error) {
      return [error.name, error.reason];
    }
  };
  return {
    loaded: yaml.load('a: &x [1, 2.5, ~]\nb: *x\nc: "q\\n"\nd: |\n  one\n  two\ne: 0x1F\n'),
    dumped: yaml.dump({ a: [1, { b: 'x: y' }], n: null, t: 'two\nlines' }),
    error: tried(() => yaml.load('a: [')),
  };
};
