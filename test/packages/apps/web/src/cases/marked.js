import { Marked } from 'marked';

export default async () => ({
  html: new Marked({ gfm: true }).parse(
    '# Title\n\n- [x] *done* and `code`\n- <b>raw</b>\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\nhttps://a.example "x" **b**\n\n```js\nlet a = 1;\n```\n',
  ),
  tokens: new Marked().lexer('a **b**').map((token) => token.type),
  later: await new Marked({ async: true }).parse('*x*'),
});
