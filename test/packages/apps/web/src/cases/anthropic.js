import Anthropic from '@anthropic-ai/sdk';
import { answering, streaming } from '../answering.js';

export default async () => {
  const { fetch, requests } = answering({ id: 'm', type: 'message', content: [{ type: 'text', text: 'hi' }] });
  const options = { apiKey: 'x', maxRetries: 0, dangerouslyAllowBrowser: true };
  const request = { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'ü' }] };
  const answer = await new Anthropic({ ...options, fetch }).messages.create(request);
  const event = (type, data) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
  const stream = await new Anthropic({
    ...options,
    fetch: streaming([
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'a' } }),
      event('message_stop', {}),
    ]),
  }).messages.create({ ...request, stream: true });
  const types = [];
  for await (const part of stream) types.push(part.type);
  return { answer: answer.content[0].text, requests: requests(['x-api-key', 'anthropic-version']), types };
};
