import { defineWorker } from '@svc/sdk';
import anthropic from '../cases/anthropic.js';
import axios from '../cases/axios.js';
import cheerio from '../cases/cheerio.js';
import handlebars from '../cases/handlebars.js';
import jose from '../cases/jose.js';
import ky from '../cases/ky.js';
import libphonenumberJs from '../cases/libphonenumber-js.js';
import markdownIt from '../cases/markdown-it.js';
import marked from '../cases/marked.js';
import ofetch from '../cases/ofetch.js';
import openai from '../cases/openai.js';
import stripe from '../cases/stripe.js';
import zod from '../cases/zod.js';

const worker = defineWorker('web');
const cases = {
  anthropic,
  axios,
  cheerio,
  handlebars,
  jose,
  ky,
  'libphonenumber-js': libphonenumberJs,
  'markdown-it': markdownIt,
  marked,
  ofetch,
  openai,
  stripe,
  zod,
};
for (const [id, run] of Object.entries(cases)) worker.cardBackend(id, { handler: () => run() });
export default worker;
