import mitt from 'mitt';

export default () => {
  const emitter = mitt();
  const seen = [];
  emitter.on('*', (type, event) => seen.push([type, event]));
  emitter.on('a', (event) => seen.push(event));
  emitter.emit('a', 1);
  return seen;
};
