/** The one way in which a declaration comes into being: branded, and told to whoever evaluates the project. */
import type { DeclarationError } from './error.ts';
/** What a declaration declares. It is also the value of the brand and of `definition.kind`. */
export type DeclarationKind = 'app' | 'card' | 'mcpServer' | 'worker' | 'tool' | 'cardBackend' | 'trigger' | 'sync' | 'source' | 'appObject' | 'appObjectAssociation' | 'appEvent';
/** The brand: `definition[DECLARATION]` is the kind. `Symbol.for`, so that two copies of the SDK agree on it. */
export declare const DECLARATION: symbol;
/** Where the evaluator puts its recorder before it runs the project. Absent in production. */
export declare const RECORDER: symbol;
/** What the evaluator of `svc check` listens with. */
export interface Recorder {
    /**
     * A declaration was made.
     * @param call the name that the user called, such as `action` or `defineSource.push`
     * @param args the arguments as they were passed: the very objects
     * @param extra what an outsider cannot see: a sync's source and normalized schedule, whether a source pushes
     */
    declared(kind: DeclarationKind, call: string, args: unknown[], definition: object, extra?: object): void;
    /** The SDK refuses a declaration that it has just reported; evaluation goes on with a usable placeholder. */
    failed(definition: object, error: {
        rule: string;
        message: string;
        path: string[];
    }): void;
}
/** Brands a definition, tells the recorder, and gives the definition back. */
export declare function declare<D extends {
    readonly kind: DeclarationKind;
}>(call: string, args: unknown[], definition: D, extra?: object): D;
/** Whether a recorder listens: then what the checker's rules find anyway is left to them. */
export declare function isRecording(): boolean;
/** Refuses a definition: throws, or only tells the recorder, so that one evaluation finds every mistake. */
export declare function refuse(definition: object, error: DeclarationError): void;
/** Whether a value was made by the SDK function for this kind of declaration (of this or another copy of the SDK). */
export declare function isDeclaration(value: unknown, kind: DeclarationKind): boolean;
