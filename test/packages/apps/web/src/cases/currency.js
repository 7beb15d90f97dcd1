import currency from 'currency.js';

export default () => [
  currency('1,234.567').value,
  currency(1.1).add(2.2).format(),
  currency(10)
    .distribute(3)
    .map((c) => c.value),
  currency(-5, { symbol: '€', decimal: ',', separator: '.' }).format(),
  currency('1.005', { precision: 3 }).multiply(3).toString(),
];
