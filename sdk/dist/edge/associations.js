import{a as r}from"./shared-associations-batch-source.js";import{db as t,za as o}from"./shared.js";function s(){o.add(r)}export{t as _,s as extend};
