import{b as e}from"./shared-batch-source.js";import"./shared-associations-batch-source.js";import{eb as r}from"./shared.js";export{r as _,e as extend};
