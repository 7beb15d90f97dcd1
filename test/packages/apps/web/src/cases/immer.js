import { createDraft, enableMapSet, enablePatches, finishDraft, produce, produceWithPatches } from 'immer';

enableMapSet();
enablePatches();

export default () => {
  const before = { list: [{ n: 1 }, { n: 2 }], map: new Map([['a', 1]]) };
  const after = produce(before, (draft) => {
    draft.list[0].n = 5;
    draft.list.push({ n: 3 });
    draft.map.set('b', 2);
  });
  const [, patches, inverse] = produceWithPatches({ a: 1 }, (draft) => {
    draft.a = 2;
    draft.b = [1];
  });
  const draft = createDraft({ x: 1 });
  draft.x++;
  return {
    after: [after.list, [...after.map]],
    before: before.list,
    same: after.list[1] === before.list[1],
    frozen: Object.isFrozen(after),
    patches,
    inverse,
    finished: finishDraft(draft),
  };
};
