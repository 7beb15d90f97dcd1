import{b as e}from"./shared-batch-source.js";import"./shared-associations-batch-source.js";import{db as r}from"./shared.js";export{r as _,e as extend};
