/** Brands every declaration and reports it to the evaluator of `svc check`. */
import type { DeclarationError } from './error.ts';
/** The kind of a declaration: the value of `definition.kind` and of the brand. */
export type DeclarationKind = 'app' | 'card' | 'mcpServer' | 'worker' | 'tool' | 'cardBackend' | 'trigger' | 'sync' | 'source' | 'appObject' | 'appObjectAssociation' | 'appEvent';
/** The key of the brand, whose value is the kind. `Symbol.for` makes two copies of the SDK agree. */
export declare const DECLARATION: symbol;
/** The global under which the evaluator puts its recorder before it runs the project. Absent in production. */
export declare const RECORDER: symbol;
/** Receives the declarations of a project. */
export interface Recorder {
    /**
     * Records a declaration.
     * @param call the name of the called function, such as `action` or `defineSource.push`
     * @param args the arguments, by identity
     * @param extra facts that the arguments do not show: a sync's source and normalized schedule, whether a source pushes
     */
    declared(kind: DeclarationKind, call: string, args: unknown[], definition: object, extra?: object): void;
    /** Records that the SDK refuses a declaration it has just reported. Evaluation continues with a placeholder. */
    failed(definition: object, error: {
        rule: string;
        message: string;
        path: string[];
    }): void;
}
/** Brands a definition, reports it to the recorder and returns it. */
export declare function declare<D extends {
    readonly kind: DeclarationKind;
}>(call: string, args: unknown[], definition: D, extra?: object): D;
/** Reports whether a recorder is present. The SDK then leaves to the rules of `svc check` what they find. */
export declare function isRecording(): boolean;
/** Throws the error, or only reports it to a recorder, so that one evaluation finds every mistake. */
export declare function refuse(definition: object, error: DeclarationError): void;
/** Reports whether this or another copy of the SDK made the value as a declaration of this kind. */
export declare function isDeclaration(value: unknown, kind: DeclarationKind): boolean;
