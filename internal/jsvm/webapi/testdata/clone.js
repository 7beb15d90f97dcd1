// What a clone keeps: values, containers, dates, patterns, buffers
const c = structuredClone({ a: [1, , 3], d: new Date(5), r: /x/gi, m: new Map([[{ k: 1 }, new Set([1])]]), n: null, u: undefined, b: new Boolean(false), big: 1n === structuredClone(1n) });
return [c.a.length, 1 in c.a, c.d.getTime(), c.r.source + c.r.flags, [...c.m.keys()][0].k, [...c.m.values()][0].has(1), c.n, 'u' in c, typeof c.b, c.big];
//= [3,false,5,"xgi",1,true,null,true,"object",true]
// Cycles and shared objects are preserved
const a = { list: [] };
a.self = a; a.list.push(a); a.x = a.y = {};
const c = structuredClone(a);
return [c !== a, c.self === c, c.list[0] === c, c.x === c.y];
//= [true,true,true,true]
// Errors keep name, message and cause
const c = structuredClone(Object.assign(new RangeError('x', { cause: { a: 1 } }), { extra: 1 }));
return [c instanceof RangeError, c.name, c.message, c.cause, c.extra === undefined, typeof c.stack];
//= [true,"RangeError","x",{"a":1},true,"string"]
// Views still share their buffer
const buffer = new ArrayBuffer(8);
const c = structuredClone({ a: new Uint8Array(buffer, 2, 3), b: new Float32Array(buffer), d: new DataView(buffer, 1) });
c.a[0] = 7;
return [c.a.length, c.a.byteOffset, c.a.buffer === c.b.buffer, new Uint8Array(buffer)[2], c.d.byteLength, c.b instanceof Float32Array];
//= [3,2,true,0,7,true]
// An object that cannot be cloned throws a DataCloneError
const names = [];
for (const v of [() => {}, Symbol('x'), { a: () => {} }, new WeakMap(), Promise.resolve(), [Symbol('y')]]) { try { structuredClone(v); names.push('fine'); } catch (e) { names.push(e.name); } }
return names;
//= ["DataCloneError","DataCloneError","DataCloneError","DataCloneError","DataCloneError","DataCloneError"]
// Instances become plain objects, getters values, symbols and prototypes are lost
class P { constructor() { this.a = 1; } get g() { return 2; } }
const c = structuredClone({ p: new P(), get x() { return 5; }, [Symbol('s')]: 1 });
return [c.p, Object.getPrototypeOf(c.p) === Object.prototype, c.x, Object.getOwnPropertySymbols(c).length];
//= [{"a":1},true,5,0]
// A transferred buffer is detached
const b = new ArrayBuffer(4);
const c = structuredClone({ b }, { transfer: [b] });
return [b.byteLength, c.b.byteLength];
//= [0,4]
// A property called __proto__ is a property
const c = structuredClone(JSON.parse('{"__proto__":{"x":1}}'));
return [Object.hasOwn(c, '__proto__'), c.x === undefined];
//= [true,true]
