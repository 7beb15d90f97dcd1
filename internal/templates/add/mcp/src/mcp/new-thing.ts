import { mcpServer } from '@svc/sdk';

export const newThing = mcpServer('new-thing', {
  name: 'New thing',
  description: 'What this server offers to agents.',
  mcpUrl: 'https://mcp.example.com',
  mcpClientId: 'new-thing',
});
