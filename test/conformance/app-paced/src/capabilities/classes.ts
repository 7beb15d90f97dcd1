// A card backend that tests errors with instanceof, also against the classes of a second copy of the SDK.
import { CrmBackpressure, DeclarationError, ScheduleValidationError, cardBackend } from '@svc/sdk';
import * as second from '../../../../../sdk/src/crm/gate/backpressure';
import * as secondErrors from '../../../../../sdk/src/declare/error';

/** A class of an app. Only its own errors are its instances. */
class Mine extends CrmBackpressure {}

export const classes = cardBackend('classes', {
  async handler({ crm, install }) {
    const thrown = await crm.request('GET', `/crm/v3/objects/contacts/${install.portalId}`).catch((error) => error);
    const schedule = new secondErrors.ScheduleValidationError('no schedule', '');
    return {
      thrown: [
        thrown instanceof CrmBackpressure,
        thrown instanceof second.CrmBackpressure,
        thrown instanceof Error,
        thrown instanceof Mine,
        thrown instanceof DeclarationError,
      ],
      subclass: [new Mine(1) instanceof Mine, new Mine(1) instanceof second.CrmBackpressure],
      declarations: [
        schedule instanceof ScheduleValidationError,
        schedule instanceof DeclarationError,
        new secondErrors.DeclarationError('no', 'rule') instanceof ScheduleValidationError,
        schedule instanceof CrmBackpressure,
      ],
      others: [null, undefined, 'text', {}, new Error('no')].map(
        (value) => (value as never) instanceof CrmBackpressure,
      ),
    };
  },
});
