import{a as r}from"./shared-associations-batch-source.js";import{Aa as o,eb as t}from"./shared.js";function s(){o.add(r)}export{t as _,s as extend};
