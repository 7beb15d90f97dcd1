import OpenAI from 'openai';
import { answering, streaming } from '../answering.js';

export default async () => {
  const { fetch, requests } = answering({ id: 'x', choices: [{ message: { role: 'assistant', content: 'hi' } }] });
  const options = { apiKey: 'sk-x', maxRetries: 0, dangerouslyAllowBrowser: true };
  const answer = await new OpenAI({ ...options, fetch }).chat.completions.create({
    model: 'm',
    messages: [{ role: 'user', content: 'ü' }],
  });
  const chunks = ['a', 'b'].map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
  const stream = await new OpenAI({
    ...options,
    fetch: streaming([...chunks, 'data: [DONE]\n\n']),
  }).chat.completions.create({ model: 'm', messages: [], stream: true });
  const parts = [];
  for await (const part of stream) parts.push(part.choices[0].delta.content);
  const failing = new OpenAI({ ...options, fetch: answering({ error: { message: 'no', code: 'c' } }, 404).fetch });
  const error = await failing.models.retrieve('m').catch((e) => [e instanceof OpenAI.NotFoundError, e.status, e.code]);
  return {
    answer: answer.choices[0].message.content,
    requests: requests(['authorization', 'content-type']),
    parts,
    error,
  };
};
