// Names are case-insensitive, values are combined, iteration is sorted
const h = new Headers([['B', '1'], ['a', ' x '], ['b', '2']]);
h.set('C', '3');
h.delete('c');
return [[...h], h.get('B'), h.has('A'), h.get('none'), [...h.keys()], [...h.values()]];
//= [[["a","x"],["b","1, 2"]],"1, 2",true,null,["a","b"],["x","1, 2"]]
// Set-Cookie values are not combined
const h = new Headers();
h.append('Set-Cookie', 'a=1');
h.append('set-cookie', 'b=2');
return [h.getSetCookie(), [...h], h.get('set-cookie')];
//= [["a=1","b=2"],[["set-cookie","a=1"],["set-cookie","b=2"]],"a=1, b=2"]
// Invalid names and values are rejected
const names = [];
for (const f of [(h) => h.set('a b', '1'), (h) => h.set('', '1'), (h) => h.set('a', 'x\ny'), (h) => h.set('a', 'x\0'), (h) => h.get('é'), () => new Headers([['a']]), () => new Headers('x'), (h) => h.append('a')]) {
  try { f(new Headers()); names.push('fine'); } catch (e) { names.push(e.name); }
}
return names;
//= ["TypeError","TypeError","TypeError","TypeError","TypeError","TypeError","TypeError","TypeError"]
// A value may contain any character: the edge sends UTF-8
const h = new Headers({ a: '€ ä' });
h.append('a', '😀');
return h.get('a');
//~ Node rejects characters above U+00FF
//= "€ ä, 😀"
// Headers accept records and other Headers
return [[...new Headers({ X: 1, y: 'ä' })], [...new Headers(new Headers({ a: 'b' }))]];
//= [[["x","1"],["y","ä"]],[["a","b"]]]
// forEach passes value, name and the headers
const seen = [];
const h = new Headers({ b: '2', a: '1' });
h.forEach(function (v, k, all) { seen.push(v, k, all === h, this.t); }, { t: 1 });
return seen;
//= ["1","a",true,1,"2","b",true,1]
