import test from 'ava';
import type { Evidence } from '../../../domain/clinical/index.ts';
import { engine, knowledge } from './engine-fixture.ts';
import { asking } from './text/reading.ts';

type Status = Evidence['status'] | undefined;

/** A test of answers: the finding that is asked for, what is typed, and how a finding (that one, where no other) is then told. */
function answers(
  title: string,
  rows: readonly (readonly [asked: string, answer: string, status: Status, finding?: string])[],
): void {
  test(title, (t) => {
    for (const [asked, answer, status, finding = asked] of rows) {
      t.true(knowledge.findingByCode.has(finding), finding);
      const told = engine.extract(answer, asking(asked)).evidence.find((entry) => entry.finding === finding);
      t.is(told?.status, status, `${asked}: ${answer}: ${finding}`);
    }
  });
}

answers('who can do what the question calls impossible denies it, and who cannot affirms it', [
  ['cannot_bear_weight', 'yes I can walk on it', 'absent'],
  ['cannot_bear_weight', 'ano, ujdu to', 'absent'],
  ['cannot_bear_weight', 'ujdu to', 'absent'],
  ['cannot_bear_weight', 'I can walk', 'absent'],
  ['cannot_bear_weight', 'yes', 'present'],
  ['cannot_bear_weight', 'yes, completely', 'present'],
  ['cannot_bear_weight', 'nejde to, musej me nosit', 'present'],
  ['cannot_pass_urine', 'yes I can pee', 'absent'],
  ['cannot_pass_urine', 'nemůžu, jen kape', 'present'],
  ['cannot_pass_urine', 'ano', 'present'],
  ['drooling', 'ano, normálně polykám', 'absent'],
  ['trismus', 'otevřu bez problému', 'absent'],
  ['neck_stiffness', "can't get my chin anywhere near my chest", 'present'],
]);

answers('a no is a no without its comma, and what is told behind it stays told', [
  ['has_fever', 'no just some chest pain', 'absent'],
  ['has_headache', 'no just some chest pain', 'present', 'has_chest_pain'],
  ['has_headache', 'no just a bit breathless', 'present', 'has_dyspnoea'],
  ['burn_deep', 'no just blistered', 'absent'],
  ['burn_deep', 'no just blistered', 'present', 'burn_blisters'],
  ['black_stool', 'ne zvracím tmavý jako kafe', 'absent'],
  ['black_stool', 'ne zvracím tmavý jako kafe', 'present', 'vomiting_blood'],
  ['pregnant', 'ne nemůžu už jsem v přechodu', 'absent'],
  ['stab_or_gunshot', 'ne kousla mě kočka', 'absent'],
]);

answers('a yes is a yes without its comma', [
  ['has_dyspnoea', 'jo pořád je horší a horší', 'present'],
  ['thunderclap_headache', 'jo hned to bylo nejhorší v životě', 'present'],
  ['pain_flank', 'jo vpravo', 'present'],
  ['cyanosis', 'a bit grey yeah', 'present'],
  ['gland_hard_or_growing', 'hard yes', 'present'],
  ['wound_deep', 'hluboké jo', 'present'],
]);

answers('the Czech "no" that only begins a sentence denies nothing', [
  ['drowsy', 'no spí skoro pořád, když ho budím tak se zas hned zavrtá', undefined],
  ['has_dizziness', 'no motám se jak opilý', 'present'],
  ['has_fever', 'no jo', 'present'],
  ['has_fever', 'no', 'absent'],
]);

answers('what is not there, and what is as always, is a no', [
  ['vomiting_blood', 'krev ne', 'absent'],
  ['vomiting_blood', 'bez krve, jen žluté šťávy', 'absent'],
  ['non_blanching_rash', 'no spots anywhere, checked her all over', 'absent'],
  ['hot_red_joint', 'not hot, not red', 'absent'],
  ['has_chest_pain', 'na hrudi nic', 'absent'],
  ['recurrent_episodes', 'ne tohle mam poprve', 'absent'],
  ['drowsy', "she's her usual self", 'absent'],
  ['speech_disturbance', 'no speech fine', 'absent'],
  ['tachypnoea', 'dech normální', 'absent'],
]);

answers('what somebody cannot do, what is denied beside it, and another finding is no denial', [
  ['drowsy', "won't really wake up", 'present'],
  ['neck_stiffness', 'nejde mi to předklonit', 'present'],
  ['black_stool', "it's jet black and I'm not on iron", undefined],
  ['weight_loss', 'down 8 kilos without doing anything', undefined],
  ['has_cough', 'no fever', undefined],
  ['has_headache', 'not better at all', undefined],
]);

answers('a loss, a quantity and an emphasis are no denial', [
  ['hand_or_foot_numb', 'no feeling at all', undefined],
  ['hand_or_foot_numb', 'nic necítím', undefined],
  ['saddle_numbness', 'mezi nohama nic necítím', undefined],
  ['vision_loss', 'nic nevidím', undefined],
  ['not_feeding', 'nic nevypil', undefined],
  ['not_feeding', 'nothing since last night', undefined],
  ['not_feeding', 'ani se nenapije', undefined],
  ['few_wet_nappies', 'none since last night', undefined],
  ['drowsy', 'nereaguje', 'present'],
  ['drowsy', 'není k probuzení', undefined],
  ['limb_cold_or_pale', 'není tam puls', undefined],
  ['blood_in_stool', 'a good amount of blood', undefined],
  ['blood_in_stool', "it's not stopping", undefined],
  ['fainted', 'normálně jsem se složila', undefined],
  ['thunderclap_headache', 'never had anything like it', undefined],
  ['thunderclap_headache', 'nikdy to tak nebolelo', undefined],
  ['drooling', 'it keeps dripping down his chin', undefined],
  ['cannot_bear_weight', 'every time I walk I scream', undefined],
  ['confusion', 'není při sobě', undefined],
  ['cyanosis', 'no colour in her lips', undefined],
]);

answers('who has not looked does not know', [
  ['saddle_numbness', "bit embarrassing but I haven't checked", 'unknown'],
  ['tonsil_exudate', 'nevidím si tam', 'unknown'],
  ['black_stool', 'never look before I flush', 'unknown'],
]);

test('the temperature alone answers whether there is a fever', (t) => {
  for (const answer of ['39', 'yeah 39 last night', '39.0'])
    t.is(engine.extract(answer, asking('has_fever')).fields['temperature_c'], 39, answer);
});

answers(
  'asked for a plan to end his life, somebody tells of what he has prepared, has at hand or means to do today',
  [
    ['suicidal_intent', "I've got the tablets here", 'present'],
    ['suicidal_intent', "I've got the tablets here", 'present', 'suicide_means_at_hand'],
    ['suicidal_intent', 'yeah the pills are on the table in front of me', 'present', 'suicide_means_at_hand'],
    ['suicidal_intent', "I've written the letters", 'present'],
    ['suicidal_intent', 'tonight probably', 'present'],
    ['suicidal_intent', "maybe tomorrow when she's at work", 'present'],
    ['suicidal_intent', 'bought a rope', 'present'],
    ['suicidal_intent', 'been saving them up', 'present'],
    ['suicidal_intent', "I've been looking up how to do it", 'present'],
    ['suicidal_intent', 'I know how I would do it', 'present'],
    ['suicidal_intent', 'I might do it', 'present'],
    ['suicidal_thoughts', "I've got the tablets here", 'present', 'suicidal_intent'],
    ['suicidal_intent', 'už jsem si chystal prášky', 'present'],
    ['suicidal_intent', 'jo mám je v ruce', 'present'],
    ['suicidal_intent', 'jo mám je v ruce', 'present', 'suicide_means_at_hand'],
    ['suicidal_intent', 'asi to dneska udělám, doma nikdo není', 'present'],
    ['suicidal_intent', 'asi to dneska udělám, doma nikdo není', 'present', 'suicide_means_at_hand'],
    ['suicidal_intent', 'asi dneska večer', 'present'],
    ['suicidal_intent', 'koupil jsem si provaz', 'present'],
    ['suicidal_intent', 'šetřím si prášky na spaní', 'present'],
    ['suicidal_intent', 'mám to promyšlené', 'present'],
    ['suicidal_intent', 'už jsem napsala dopisy', 'present'],
    ['suicidal_intent', 'vím, jak to udělám', 'present'],
    ['suicide_means_at_hand', 'jsou tady na stole', 'present'],
    ['suicide_means_at_hand', "they're right here next to me", 'present'],
    ['suicide_means_at_hand', "I'm on my own in the house", 'present'],
    ['suicide_means_at_hand', 'jsem tu sám', 'present'],
  ],
);

answers('who would never do it, is not alone or has nothing there, denies the plan and not the thoughts', [
  ['suicidal_intent', 'never', 'absent'],
  ['suicidal_intent', "I'd never do it because of the kids", 'absent'],
  ['suicidal_intent', "I would never act on it, I couldn't do that to my mum", 'absent'],
  ['suicidal_intent', "no I wouldn't do it", 'absent'],
  ['suicidal_intent', 'just thoughts', 'absent'],
  ['suicidal_intent', 'not today', 'absent'],
  ['suicidal_intent', "no plan, I haven't got anything here", 'absent'],
  ['suicidal_intent', 'nikdy bych to neudělal', 'absent'],
  ['suicidal_intent', 'neudělala bych to kvůli dětem', 'absent'],
  ['suicidal_intent', 'jen mě to napadá', 'absent'],
  ['suicidal_intent', 'no plan, but my tablets are in my hand luggage', undefined, 'suicide_means_at_hand'],
  ['suicide_means_at_hand', 'no my husband is here with me', 'absent'],
  ['suicide_means_at_hand', 'ne, je tu se mnou manžel', 'absent'],
  ['suicidal_thoughts', "it's a figure of speech", 'absent'],
  ['suicidal_thoughts', 'I only said it, I did not mean it', 'absent'],
  ['suicidal_thoughts', 'to se jen tak říká', 'absent'],
]);

answers('what tells of a plan only where one is asked for tells of none elsewhere', [
  ['has_fever', 'tonight probably', undefined, 'suicidal_intent'],
  ['has_low_mood', 'been saving them up', undefined, 'suicidal_intent'],
  ['anticoagulants', "I've got the tablets here", undefined, 'suicide_means_at_hand'],
  ['anticoagulants', 'jo mám je v ruce', undefined, 'suicidal_intent'],
]);

answers('what was done already, and what was tried long ago, is told in few words', [
  ['suicide_attempt_now', 'I took some already', 'present'],
  ['suicide_attempt_now', 'už jsem si jich pár vzala', 'present'],
  ['suicide_attempt_now', "I've swallowed about ten", 'present'],
  ['suicide_attempt_now', "no I've only looked at them", 'absent'],
  ['suicide_attempt_now', 'ne, jen jsem na ně koukala', 'absent'],
  ['previous_suicide_attempt', 'twice', 'present'],
  ['previous_suicide_attempt', 'kdysi v pubertě', 'present'],
  ['previous_suicide_attempt', 'not once', 'absent'],
  ['recurrent_episodes', 'twice', undefined, 'previous_suicide_attempt'],
]);

answers('how much of a medicine was taken is told by the number alone, or by whose it was', [
  ['medicine_overdose', 'about twenty', 'present'],
  ['medicine_overdose', 'asi deset, chtěla jsem spát', 'present'],
  ['medicine_overdose', "my dad's heart pills", 'present'],
  ['medicine_overdose', 'celé plato', 'present'],
  ['medicine_overdose', 'no, just two', 'absent'],
  ['medicine_overdose', 'ne, jen dva paraleny', 'absent'],
  ['medicine_overdose', 'as it says on the box', 'absent'],
  ['medicine_overdose', 'podle letáku', 'absent'],
  ['has_cough', 'about twenty', undefined, 'medicine_overdose'],
]);

answers('who does not answer, and where he fell, is told in a word', [
  ['drowsy', "she won't answer me", 'present'],
  ['drowsy', 'snoring', 'present'],
  ['drowsy', 'mluví normálně', 'absent'],
  ['recent_head_injury', 'on his head', 'present'],
  ['recent_head_injury', 'na hlavě', 'present'],
  ['drunk_now', 'a lot', 'present'],
  ['drunk_now', 'not a lot', 'absent'],
  ['has_cough', 'a lot', undefined, 'drunk_now'],
  ['has_headache', 'na čele', undefined, 'recent_head_injury'],
]);

answers('behind a no nothing is affirmed by a word that only an answer says', [
  ['recent_head_injury', 'Ne. Neudeřil se do hlavy.', 'absent'],
  ['recent_head_injury', 'do hlavy', 'present'],
  ['drunk_now', 'no, I never drink a lot', 'absent'],
  ['drowsy', 'vůbec nic', 'absent'],
]);

answers('what denies a sign only where it is asked for', [
  ['drowsy', 'bright as a button', 'absent'],
  ['drowsy', 'wide awake and watching telly', 'absent'],
  ['drowsy', 'baví se s námi', 'absent'],
  ['drowsy', 'bright as a button', undefined, 'has_cough'],
]);

answers(
  'a lone verb denies what it is asked for, unless that is what is asked, and who cannot tell tells nothing',
  [
    ['non_blanching_rash', 'nemizí', 'present'],
    ['non_blanching_rash', 'bledne', 'absent'],
    ['has_headache', 'nebolí', 'absent'],
    ['photophobia', 'have to keep the curtains shut', 'present'],
    ['fainted', 'Yes. I nearly fainted.', 'present'],
    ['fainted', 'nearly fainted', 'absent'],
    ['radiates_left_arm', "my arm's sore from the gym so I can't tell", 'unknown'],
  ],
);
