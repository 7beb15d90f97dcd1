/**
 * The conversations branches of the CRM client: custom channels and visitor identification.
 *
 * There is no general inbox or thread API: `integrationThreadId` is a correlation field of the sender, nothing else.
 */
/** Who sends or gets a message, as the channel writes it. */
export interface DeliveryIdentifier {
    readonly type: 'CHANNEL_SPECIFIC_OPAQUE_ID' | 'HS_EMAIL_ADDRESS' | 'HS_PHONE_NUMBER' | 'HS_SHORT_CODE';
    readonly value: string;
}
/** What registers a channel. */
export interface CustomChannelInput {
    readonly name: string;
    readonly capabilities: Readonly<Record<string, unknown>>;
    readonly webhookUrl?: string;
    readonly channelAccountConnectionRedirectUrl?: string;
    readonly channelLogoUrl?: string;
    readonly channelDescription?: string;
}
/** A registered channel. */
export interface CustomChannel extends CustomChannelInput {
    readonly id: string;
}
/** What connects a channel to an inbox. */
export interface ChannelAccountInput {
    readonly name: string;
    readonly inboxId: string;
    readonly authorized: boolean;
    readonly deliveryIdentifier?: DeliveryIdentifier;
}
/** A connected channel account. */
export interface ChannelAccount extends ChannelAccountInput {
    readonly id: string;
    readonly channelId: string;
}
/** One end of a message. */
export interface MessageParty {
    readonly deliveryIdentifier: DeliveryIdentifier;
    readonly name?: string;
}
/** A message that is published into, or reported out of, a channel. */
export interface ChannelMessageInput {
    readonly channelAccountId: string;
    readonly messageDirection: 'INCOMING' | 'OUTGOING';
    readonly text: string;
    /** ISO 8601 text. */
    readonly timestamp: string;
    readonly senders: readonly MessageParty[];
    readonly recipients: readonly MessageParty[];
    readonly attachments: readonly Readonly<Record<string, unknown>>[];
    readonly richText?: string;
    readonly inReplyToId?: string;
    /** The sender's own thread id: a correlation field only. */
    readonly integrationThreadId?: string;
    readonly integrationIdempotencyId?: string;
    readonly associateWithContactId?: string;
}
/** A message as the CRM holds it. */
export interface ChannelMessage extends ChannelMessageInput {
    readonly id: string;
}
/** Channels that the app brings. */
export interface CustomChannels {
    list(): Promise<CustomChannel[]>;
    get(channelId: string): Promise<CustomChannel>;
    register(input: CustomChannelInput): Promise<CustomChannel>;
    update(channelId: string, input: Partial<CustomChannelInput>): Promise<CustomChannel>;
    archive(channelId: string): Promise<void>;
    readonly accounts: {
        list(channelId: string): Promise<ChannelAccount[]>;
        create(channelId: string, input: ChannelAccountInput): Promise<ChannelAccount>;
        update(channelId: string, accountId: string, input: Partial<ChannelAccountInput>): Promise<ChannelAccount>;
    };
    readonly messages: {
        create(channelId: string, input: ChannelMessageInput): Promise<ChannelMessage>;
        get(channelId: string, messageId: string): Promise<ChannelMessage>;
        update(channelId: string, messageId: string, input: {
            readonly statusType: 'SENT' | 'FAILED' | 'READ';
            readonly errorMessage?: string;
        }): Promise<ChannelMessage>;
    };
}
/** Who a visitor of a website is. */
export interface VisitorInput {
    readonly email: string;
    readonly firstName?: string;
    readonly lastName?: string;
}
/** Tokens that tell the chat widget who its visitor is. */
export interface VisitorIdentification {
    generateToken(input: VisitorInput): Promise<{
        readonly token: string;
    }>;
}
/** The conversations branches of `ctx.crm`. */
export interface CrmConversations {
    readonly customChannels: CustomChannels;
    readonly visitorIdentification: VisitorIdentification;
}
