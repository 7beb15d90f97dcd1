/**
 * `ctx.crm.conversations`: custom channels and visitor identification. It has no general inbox or thread API.
 */

/** The address of a sender or recipient on the channel. */
export interface DeliveryIdentifier {
  /** The kind of `value`. */
  readonly type: 'CHANNEL_SPECIFIC_OPAQUE_ID' | 'HS_EMAIL_ADDRESS' | 'HS_PHONE_NUMBER' | 'HS_SHORT_CODE';
  /** The address, phone number, short code or id of the channel. */
  readonly value: string;
}

/** A custom channel to register. */
export interface CustomChannelInput {
  /** The display name. */
  readonly name: string;
  /** What the channel can carry, in the CRM's format. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Where the CRM posts outgoing messages. Default: none. */
  readonly webhookUrl?: string;
  /** The page that people open to connect an account. Default: none. */
  readonly channelAccountConnectionRedirectUrl?: string;
  /** The URL of the logo. Default: none. */
  readonly channelLogoUrl?: string;
  /** What the channel is for. Default: none. */
  readonly channelDescription?: string;
}

/** A registered channel. */
export interface CustomChannel extends CustomChannelInput {
  /** The channel id. */
  readonly id: string;
}

/** An account that connects a custom channel to an inbox. */
export interface ChannelAccountInput {
  /** The display name. */
  readonly name: string;
  /** The id of the inbox. */
  readonly inboxId: string;
  /** Whether the account may send and receive. */
  readonly authorized: boolean;
  /** The account's own address on the channel. Default: none. */
  readonly deliveryIdentifier?: DeliveryIdentifier;
}

/** Changes of a channel account. The CRM accepts no other members. */
export type ChannelAccountUpdate = Partial<Pick<ChannelAccountInput, 'name' | 'authorized'>>;

/** A connected channel account. */
export interface ChannelAccount extends ChannelAccountInput {
  /** The account id. */
  readonly id: string;
  /** The id of the account's channel. */
  readonly channelId: string;
}

/** A sender or recipient of a message. */
export interface MessageParty {
  /** The party's address on the channel. */
  readonly deliveryIdentifier: DeliveryIdentifier;
  /** The displayed name. Default: chosen by the CRM. */
  readonly name?: string;
}

/** A message to record in the CRM. */
export interface ChannelMessageInput {
  /** The id of the channel account. */
  readonly channelAccountId: string;
  /** `INCOMING` from the customer, or `OUTGOING` to the customer. */
  readonly messageDirection: 'INCOMING' | 'OUTGOING';
  /** The plain text. */
  readonly text: string;
  /** When the message was sent, as an ISO 8601 string. */
  readonly timestamp: string;
  /** Who sent the message. */
  readonly senders: readonly MessageParty[];
  /** Who received the message. */
  readonly recipients: readonly MessageParty[];
  /** Attachments, in the CRM's format. */
  readonly attachments: readonly Readonly<Record<string, unknown>>[];
  /** The text as HTML. Default: none. */
  readonly richText?: string;
  /** The id of the message that this one answers. Default: none. */
  readonly inReplyToId?: string;
  /** The thread id of the external system, for correlation only. Default: none. */
  readonly integrationThreadId?: string;
  /** The message id of the external system, by which the CRM recognizes a repeated message. Default: none. */
  readonly integrationIdempotencyId?: string;
  /** The id of the contact to associate, as a number. Default: chosen by the CRM. */
  readonly associateWithContactId?: number;
}

/** A recorded message. */
export interface ChannelMessage extends ChannelMessageInput {
  /** The message id. */
  readonly id: string;
}

/** The delivery status of an outgoing message. */
export interface ChannelMessageStatus {
  /** What happened to the message. */
  readonly statusType: 'SENT' | 'FAILED' | 'READ';
  /** Why the message failed. Default: none. */
  readonly errorMessage?: string;
}

/** Channels that the app adds to the CRM. */
export interface CustomChannels {
  /** Reads all channels. */
  list(): Promise<CustomChannel[]>;
  /** Reads a channel. */
  get(channelId: string): Promise<CustomChannel>;
  /** Registers a channel. */
  register(input: CustomChannelInput): Promise<CustomChannel>;
  /** Changes a channel. */
  update(channelId: string, input: Partial<CustomChannelInput>): Promise<CustomChannel>;
  /** Removes a channel. */
  archive(channelId: string): Promise<void>;
  /** The accounts of a channel. */
  readonly accounts: ChannelAccounts;
  /** The messages of a channel. */
  readonly messages: ChannelMessages;
}

/** The accounts that connect channels to inboxes. */
export interface ChannelAccounts {
  /** Reads all accounts of a channel. */
  list(channelId: string): Promise<ChannelAccount[]>;
  /** Connects an account to an inbox. */
  create(channelId: string, input: ChannelAccountInput): Promise<ChannelAccount>;
  /** Changes the name of an account, or whether it may send and receive. Its inbox and address stay. */
  update(channelId: string, accountId: string, input: ChannelAccountUpdate): Promise<ChannelAccount>;
}

/** The messages of channels. */
export interface ChannelMessages {
  /** Records a message. */
  create(channelId: string, input: ChannelMessageInput): Promise<ChannelMessage>;
  /** Reads a message. */
  get(channelId: string, messageId: string): Promise<ChannelMessage>;
  /** Reports the delivery status of a message. */
  update(channelId: string, messageId: string, input: ChannelMessageStatus): Promise<ChannelMessage>;
}

/** A visitor of a website. */
export interface VisitorInput {
  /** The visitor's email address. */
  readonly email: string;
  /** The visitor's first name. Default: none. */
  readonly firstName?: string;
  /** The visitor's last name. Default: none. */
  readonly lastName?: string;
}

/** A token that identifies a visitor to the chat widget. */
export interface VisitorToken {
  /** The token to give to the chat widget. */
  readonly token: string;
}

/** Identifies visitors to the chat widget. */
export interface VisitorIdentification {
  /** Creates a token for a visitor. */
  generateToken(input: VisitorInput): Promise<VisitorToken>;
}

/** `ctx.crm.conversations`: custom channels, and identification of visitors to the chat widget. */
export interface CrmConversations {
  /** Channels that the app adds to the CRM. */
  readonly customChannels: CustomChannels;
  /** Identification of visitors to the chat widget. */
  readonly visitorIdentification: VisitorIdentification;
}
