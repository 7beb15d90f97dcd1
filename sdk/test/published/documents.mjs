/**
 * The operations of the CRM's API that the vendor's client lacks, from the published documents of custom channels
 * (version 3) and of the timeline (2026-09), as data. A question mark follows the names of members that may be missing.
 */

const identifier = { type: 'string', value: 'string' };
const party = { 'name?': 'string', deliveryIdentifier: 'Identifier' };
const page = (item) => ({ total: 'number', 'paging?': 'Paging', results: `Array<${item}>` });

/** The types of bodies and answers by name. An array has the values of an enumeration. */
const TYPES = {
  Paging: { 'next?': 'NextPage' },
  NextPage: { after: 'string', 'link?': 'string' },

  Channel: {
    id: 'string',
    name: 'string',
    createdAt: 'Date',
    capabilities: '{ [key: string]: any; }',
    'webhookUrl?': 'string',
    'channelAccountConnectionRedirectUrl?': 'string',
    'channelLogoUrl?': 'string',
    'channelDescription?': 'string',
  },
  ChannelCreate: {
    name: 'string',
    capabilities: '{ [key: string]: any; }',
    'webhookUrl?': 'string',
    'channelAccountConnectionRedirectUrl?': 'string',
    'channelLogoUrl?': 'string',
    'channelDescription?': 'string',
  },
  // The document has these members as objects that are required: its generator's form of optional values.
  ChannelUpdate: {
    'name?': 'string',
    'capabilities?': '{ [key: string]: any; }',
    'webhookUrl?': 'string',
    'channelAccountConnectionRedirectUrl?': 'string',
    'channelLogoUrl?': 'string',
    'channelDescription?': 'string',
  },
  ChannelPage: page('Channel'),

  Identifier: identifier,
  Account: {
    id: 'string',
    channelId: 'string',
    inboxId: 'string',
    name: 'string',
    authorized: 'boolean',
    active: 'boolean',
    archived: 'boolean',
    createdAt: 'Date',
    'archivedAt?': 'Date',
    'deliveryIdentifier?': 'Identifier',
  },
  AccountCreate: { name: 'string', inboxId: 'string', authorized: 'boolean', 'deliveryIdentifier?': 'Identifier' },
  AccountUpdate: { 'name?': 'string', 'authorized?': 'boolean' },
  AccountPage: page('Account'),
  StagingTokenUpdate: { accountName: 'string', deliveryIdentifier: 'Identifier' },
  StagingToken: {
    accountToken: 'string',
    'accountName?': 'string',
    createdAt: 'Date',
    genericChannelId: 'number',
    inboxId: 'number',
    userId: 'number',
    'deliveryIdentifier?': 'Identifier',
  },

  Party: party,
  Direction: ['INCOMING', 'OUTGOING'],
  MessageCreate: {
    channelAccountId: 'string',
    messageDirection: 'Direction',
    text: 'string',
    timestamp: 'Date',
    senders: 'Array<Party>',
    recipients: 'Array<Party>',
    attachments: 'Array<any>',
    'richText?': 'string',
    'inReplyToId?': 'string',
    'integrationThreadId?': 'string',
    'integrationIdempotencyId?': 'string',
    'associateWithContactId?': 'number',
    'preResolvedContacts?': 'any',
  },
  MessageUpdate: { statusType: 'UpdatedStatus', 'errorMessage?': 'string' },
  UpdatedStatus: ['SENT', 'FAILED', 'READ'],
  Status: ['SENT', 'FAILED', 'RECEIVED', 'READ'],
  MessageStatus: { statusType: 'Status', 'failureDetails?': 'FailureDetails' },
  FailureDetails: { 'errorMessage?': 'string', errorMessageTokens: '{ [key: string]: string; }' },
  Client: { clientType: 'ClientType', 'integrationAppId?': 'number' },
  ClientType: ['HUBSPOT', 'SYSTEM', 'INTEGRATION', 'UNKNOWN'],
  Truncation: ['NOT_TRUNCATED', 'TRUNCATED_TO_MOST_RECENT_REPLY', 'TRUNCATED'],
  MessageType: ['MESSAGE'],
  Sender: { 'actorId?': 'string', 'name?': 'string', 'senderField?': 'string', 'deliveryIdentifier?': 'Identifier' },
  Recipient: { 'actorId?': 'string', 'name?': 'string', 'recipientField?': 'string', deliveryIdentifier: 'Identifier' },
  Message: {
    id: 'string',
    type: 'MessageType',
    conversationsThreadId: 'string',
    channelId: 'string',
    channelAccountId: 'string',
    direction: 'Direction',
    text: 'string',
    'richText?': 'string',
    'subject?': 'string',
    'inReplyToId?': 'string',
    senders: 'Array<Sender>',
    recipients: 'Array<Recipient>',
    attachments: 'Array<any>',
    client: 'Client',
    'status?': 'MessageStatus',
    createdAt: 'Date',
    createdBy: 'string',
    'updatedAt?': 'Date',
    archived: 'boolean',
    truncationStatus: 'Truncation',
  },

  Occurrence: {
    id: 'string',
    eventTypeName: 'string',
    properties: '{ [key: string]: string; }',
    'domain?': 'string',
    'email?': 'string',
    'extraData?': 'any',
    'objectId?': 'string',
    'objectTypeFullyQualifiedName?': 'string',
    'timelineIFrame?': 'any',
    'timestamp?': 'Date',
    'utk?': 'string',
  },
  Occurrences: { inputs: 'Array<Occurrence>' },
  OccurrencesDone: {
    status: 'BatchStatus',
    results: 'Array<Occurrence>',
    startedAt: 'Date',
    completedAt: 'Date',
    'requestedAt?': 'Date',
    'errors?': 'Array<any>',
    'numErrors?': 'number',
    'links?': '{ [key: string]: string; }',
  },
  BatchStatus: ['CANCELED', 'COMPLETE', 'PENDING', 'PROCESSING'],
  EventType: { developerSymbol: 'string', projectName: 'string' },
  EventTypeName: { developerQualifiedSymbol: 'EventType', fullyQualifiedName: 'string' },
};

const CHANNELS = '/conversations/v3/custom-channels';
const EVENTS = '/integrators/timeline/{version}';
const PAGE = ['after', 'limit', 'sort', 'defaultPageLength'];
const OF_ACCOUNTS = [...PAGE, 'archived', 'deliveryIdentifierType', 'deliveryIdentifierValue'];

/** Method, path, query parameters, body, status and answer. The document ends the path of all channels with a slash. */
const OPERATIONS = [
  ['GET', CHANNELS, PAGE, undefined, 200, 'ChannelPage'],
  ['POST', CHANNELS, [], 'ChannelCreate', 201, 'Channel'],
  ['GET', `${CHANNELS}/{channelId}`, [], undefined, 200, 'Channel'],
  ['PATCH', `${CHANNELS}/{channelId}`, [], 'ChannelUpdate', 200, 'Channel'],
  ['DELETE', `${CHANNELS}/{channelId}`, [], undefined, 204],
  ['GET', `${CHANNELS}/{channelId}/channel-accounts`, OF_ACCOUNTS, undefined, 200, 'AccountPage'],
  ['POST', `${CHANNELS}/{channelId}/channel-accounts`, [], 'AccountCreate', 201, 'Account'],
  ['GET', `${CHANNELS}/{channelId}/channel-accounts/{accountId}`, ['archived'], undefined, 200, 'Account'],
  ['PATCH', `${CHANNELS}/{channelId}/channel-accounts/{accountId}`, [], 'AccountUpdate', 200, 'Account'],
  [
    'PATCH',
    `${CHANNELS}/{channelId}/channel-account-staging-tokens/{token}`,
    [],
    'StagingTokenUpdate',
    200,
    'StagingToken',
  ],
  ['POST', `${CHANNELS}/{channelId}/messages`, [], 'MessageCreate', 201, 'Message'],
  ['GET', `${CHANNELS}/{channelId}/messages/{messageId}`, [], undefined, 200, 'Message'],
  ['PATCH', `${CHANNELS}/{channelId}/messages/{messageId}`, [], 'MessageUpdate', 200, 'Message'],
  ['POST', `${EVENTS}/events`, [], 'Occurrence', 201, 'Occurrence'],
  ['POST', `${EVENTS}/events/batch`, [], 'Occurrences', 200, 'OccurrencesDone'],
  ['POST', `${EVENTS}/types/projects`, [], 'EventType', 200, 'EventTypeName'],
];

/** Returns the operations in the form of `publishedOperations`, with the status and the type of the answer. */
export function documentedOperations() {
  return OPERATIONS.map(([method, template, query, body, status, answer]) => ({
    method,
    template,
    path: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
    query,
    body,
    status,
    answer,
    models: TYPES,
  }));
}
