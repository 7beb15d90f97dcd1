var n=r=>String(r).trim().toLowerCase();export{n as a};
