import Papa from 'papaparse';

export default () => ({
  parsed: Papa.parse('name,amount\n"Ada, L.",3\nBob,4.5\n', { header: true, dynamicTyping: true, skipEmptyLines: true })
    .data,
  detected: Papa.parse('a;b\n1;2').meta.delimiter,
  errors: Papa.parse('a,b\n1,2,3', { header: true }).errors.map((e) => [e.type, e.code, e.row]),
  text: Papa.unparse([
    { a: 'x,y', b: 'say "hi"' },
    { a: 1, b: null },
  ]),
});
