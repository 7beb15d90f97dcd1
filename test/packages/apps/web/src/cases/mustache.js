import Mustache from 'mustache';

export default () => ({
  text: Mustache.render('{{#list}}{{name}}: {{{raw}}} {{raw}}\n{{/list}}{{^none}}nothing{{/none}}', {
    list: [{ name: 'a', raw: '<b>' }],
  }),
  partial: Mustache.render('{{> p}}', { x: 1 }, { p: 'x={{x}}' }),
  tags: Mustache.parse('a {{b}}').map((token) => token[0]),
});
