import{b as e}from"./shared-batch-source.js";import{Za as r}from"./shared.js";export{r as _,e as extend};
