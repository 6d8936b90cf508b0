import bounce from '../fixtures/ses/bounce.json' with { type: 'json' };
import complaint from '../fixtures/ses/complaint.json' with { type: 'json' };
import deliveryDelay from '../fixtures/ses/delivery-delay.json' with { type: 'json' };
import delivery from '../fixtures/ses/delivery.json' with { type: 'json' };
import reject from '../fixtures/ses/reject.json' with { type: 'json' };

/** Events as SES tells them through EventBridge, written by hand from its documentation. All are of one mail to Ann. */
export const sesSamples = { bounce, complaint, delivery, deliveryDelay, reject };

export const sampleMailId =
  'told/use/budget/user:ann@acme.example/month/2026-03-01/u-ann/use-crossed/80/to/ann@acme.example';

/** The bounce, of whom and when one likes. */
export function aBounce(facts: { readonly to?: string; readonly at?: string; readonly type?: string } = {}) {
  const { to = 'ann@acme.example', at = bounce.detail.bounce.timestamp, type = 'Permanent' } = facts;
  const told = structuredClone(bounce);
  told.detail.mail.destination = [to];
  told.detail.bounce.timestamp = at;
  told.detail.bounce.feedbackId = `feedback-${to}-${at}`;
  told.detail.bounce.bounceType = type;
  told.detail.bounce.bouncedRecipients = [{ ...told.detail.bounce.bouncedRecipients[0], emailAddress: to }].map(
    (each) => ({ action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown', ...each }),
  );
  return told;
}
