import { PageHeader } from '../../components/page-header.tsx';
import { SkeletonBlock } from '../../components/skeleton.tsx';
import { clinical } from '../../i18n/clinical/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { useAccount, useMay } from '../../session/use-session.tsx';
import { Balance } from './balance.tsx';
import { Calls } from './calls.tsx';
import { Checklist } from './checklist.tsx';
import { Deliveries } from './deliveries.tsx';
import { Flags } from './flags.tsx';
import styles from './page.module.css';
import { MODES, useHomePlace } from './place.ts';
import { Sessions } from './sessions.tsx';
import { useSetup } from './setup.ts';
import { words } from './words.ts';

/** The start: what is still to be set up, and how interviews, calls and deliveries are doing. */
export function Page() {
  const say = useWords(words);
  const { member, name } = useAccount();
  return (
    <>
      <PageHeader
        title={member?.name ? say('title', { name: member.name }) : say('titlePlain')}
        actions={<ModeSwitch />}
      >
        {say('lead', { team: name })}
      </PageHeader>
      <Blocks />
    </>
  );
}

/** Each block for whoever may see it. They wait for what is to be set up, which stands above them. */
function Blocks() {
  const may = useMay();
  const { features } = useAccount();
  const steps = useSetup();
  const [{ mode }] = useHomePlace();
  const mayLook = may('admin:read');
  if (steps === null) return <SkeletonBlock lines={16} />;
  return (
    <div className={styles['blocks']}>
      {steps.length > 0 && <Checklist steps={steps} />}
      <div className={styles['row']}>
        {mayLook && <Balance />}
        {features.webhooks && may('webhooks:read') && <Deliveries mode={mode} />}
      </div>
      <div className={styles['row']} data-kind="sessions">
        {mayLook && <Sessions mode={mode} />}
        {may('sessions:read') && <Flags mode={mode} />}
      </div>
      {mayLook && <Calls />}
    </div>
  );
}

/** A key's session sees its own mode alone, and a member both. */
function ModeSwitch() {
  const say = useWords(words);
  const sayClinical = useWords(clinical);
  const { test } = useAccount();
  const [{ mode }, go] = useHomePlace();
  if (test !== null) return null;
  return (
    <select
      className={styles['select']}
      aria-label={say('mode')}
      value={mode}
      onChange={({ currentTarget }) => {
        const chosen = MODES.find((each) => each === currentTarget.value);
        if (chosen !== undefined) go({ mode: chosen });
      }}
    >
      {MODES.map((each) => (
        <option key={each} value={each}>
          {each === '' ? say('bothModes') : sayClinical(`mode.${each}`)}
        </option>
      ))}
    </select>
  );
}
