import{b as e}from"./shared-batch-source.js";import{ab as r}from"./shared.js";export{r as _,e as extend};
