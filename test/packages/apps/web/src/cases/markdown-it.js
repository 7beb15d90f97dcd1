import MarkdownIt from 'markdown-it';

export default () => ({
  html: new MarkdownIt({ linkify: true, typographer: true }).render(
    '# A\n\n1. x\n2. y "z" -- w\n\nwww.example.com ~~s~~\n\n> q\n',
  ),
  inline: new MarkdownIt().renderInline('**a** `b` <i>'),
});
