import { Choice, ChoiceGroup } from '../../components/field.tsx';
import { useWords } from '../../i18n/language.tsx';
import { roles } from '../../i18n/terms/words.ts';
import type { Role } from './members.ts';
import { words } from './words.ts';

/** One of the roles, each with what it may do. */
export function RoleChoice({ among, chosen }: { among: readonly Role[]; chosen: Role }) {
  const say = useWords(words);
  const sayRole = useWords(roles);
  return (
    <ChoiceGroup label={say('role')} name="role">
      {among.map((role) => (
        <Choice
          key={role}
          type="radio"
          name="role"
          value={role}
          defaultChecked={role === chosen}
          label={sayRole(role)}
          hint={say(`may.${role}`)}
        />
      ))}
    </ChoiceGroup>
  );
}
