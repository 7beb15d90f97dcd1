import EventEmitter from 'eventemitter3';

export default () => {
  const emitter = new EventEmitter();
  const seen = [];
  emitter.on('a', (x) => seen.push(x));
  emitter.once('a', (x) => seen.push(-x));
  emitter.emit('a', 1);
  emitter.emit('a', 2);
  return [seen, emitter.listenerCount('a'), emitter.emit('none')];
};
