import { noAdmin } from '../../../shared/notifications/no-admin.ts';

/** No one hears of anything until an admin is named. */
export function NoAdmin() {
  return (
    <p className="soft">
      {noAdmin.what}. By command: <code>{noAdmin.command}</code>
    </p>
  );
}
