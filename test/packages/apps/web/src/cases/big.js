import Big from 'big.js';

export default () => [
  new Big('0.1').plus('0.2').toString(),
  new Big(2).sqrt().toFixed(10),
  new Big('1e-7').toString(),
  new Big(10).div(3).round(3, Big.roundUp).toString(),
  new Big(5).cmp(4),
];
