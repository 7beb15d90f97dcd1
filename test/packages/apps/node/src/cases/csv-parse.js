import { parse } from 'csv-parse/sync';

export default () => {
  const tried = (run) => {
    try {
      return run();
    } catch (error) {
      return error.code;
    }
  };
  return {
    records: parse('name;amount\n"A ""B""";1\n', {
      columns: true,
      delimiter: ';',
      cast: (value, context) => (context.column === 'amount' && !context.header ? Number(value) : value),
    }),
    rows: parse('a,b\nc,d'),
    bom: parse('\ufeffa,b\n1,2', { bom: true, columns: true }),
    error: tried(() => parse('a,b\n1', { columns: true })),
  };
};
