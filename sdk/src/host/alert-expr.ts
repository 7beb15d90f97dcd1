/**
 * The script with which `svc checkpoint --assert` parses its expression.
 *
 *   globalThis.__svc_alertExpr(text): string   as alertExprJson
 */

import { alertExprJson } from '../declare/alert-expr.ts';

(globalThis as unknown as Record<string, unknown>)['__svc_alertExpr'] = alertExprJson;
