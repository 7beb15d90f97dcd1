function r(e){return e.replace(/([a-z])([A-Z])/g,"$1_$2").replace(/([A-Z0-9])([A-Z][a-z])/g,"$1_$2").replace(/[^A-Za-z0-9]+/g,"_").replace(/^_+|_+$/g,"").toUpperCase()}export{r as a};
