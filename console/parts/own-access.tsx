import { useCaller } from '../api/caller.ts';
import { wordsOf } from './texts/amounts.ts';
import { NameText } from './texts/name-text.tsx';

/** The user's roles, from where each comes, and what they allow. */
export function OwnAccess() {
  const caller = useCaller();
  return caller === undefined ? null : (
    <>
      <p>
        You are signed in as <NameText text={caller.name} />
        {caller.roles.length > 0 && `: ${caller.roles.map(wordsOf).join(', ')}`}.
      </p>
      {caller.ownedTeams.length > 0 && (
        <p>
          Team owner of <NameText text={caller.ownedTeams.join(', ')} />, by the settings.
        </p>
      )}
      {caller.budgetTeams.length > 0 && (
        <p>
          Budget owner of <NameText text={caller.budgetTeams.join(', ')} />: a budget of the team names you as an owner.
        </p>
      )}
      <ul>
        {caller.rights.map(({ right, teams, help }) => (
          <li key={right}>
            {help}
            {teams !== null && (
              <>
                , within <NameText charsMax={300} text={teams.join(', ')} />
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
