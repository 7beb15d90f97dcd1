var o=new TextEncoder;function r(e,t){let n=new Headers({"content-type":"application/json"});return{method:"POST",url:e,headers:n,body:o.encode(JSON.stringify(t))}}export{r as a};
