import test from 'ava';
import { TRIAGE_LEVELS } from '../../../domain/clinical/index.ts';
import { caseOf, engine } from './engine-fixture.ts';
import { chestAndBreathingCases } from './golden-cases/chest-and-breathing.ts';
import { headCases } from './golden-cases/head.ts';
import { bellyAndBackCases } from './golden-cases/belly-and-back.ts';
import { eyesEarsSkinCases } from './golden-cases/eyes-ears-skin.ts';
import { gutNervesBloodCases } from './golden-cases/gut-nerves-blood.ts';
import { heartAndBloodCases } from './golden-cases/heart-and-blood.ts';
import { injuryAndJointCases } from './golden-cases/injury-and-joints.ts';
import { mindAndPoisonCases } from './golden-cases/mind-and-poison.ts';
import { throatAndFeverCases } from './golden-cases/throat-and-fever.ts';
import { womenMenChildrenCases } from './golden-cases/women-men-children.ts';

const golden = [
  ...chestAndBreathingCases,
  ...headCases,
  ...bellyAndBackCases,
  ...throatAndFeverCases,
  ...eyesEarsSkinCases,
  ...womenMenChildrenCases,
  ...mindAndPoisonCases,
  ...gutNervesBloodCases,
  ...heartAndBloodCases,
  ...injuryAndJointCases,
];

for (const { name, story, level, icd, top } of golden) {
  test(name, (t) => {
    const outcome = engine.assess(caseOf(story));
    t.true(
      [level].flat().includes(outcome.triage_level),
      `${outcome.triage_level} ${outcome.triage_reason.code}`,
    );
    const rank = outcome.differentials.find((differential) => differential.icd === icd)?.rank ?? Infinity;
    t.true(rank <= (top ?? 3), `rank ${rank}: ${outcome.differentials.map((entry) => entry.icd).join(' ')}`);
  });
}

test('every complaint and every level has a golden case', (t) => {
  const covered = new Set(golden.flatMap((entry) => entry.story.complaints));
  const complaints = engine.concepts
    .filter((concept) => concept.type === 'complaint')
    .map((concept) => concept.code);
  t.deepEqual(
    complaints.filter((code) => !covered.has(code)),
    [],
  );
  t.is(new Set(golden.flatMap((entry) => entry.level)).size, [...TRIAGE_LEVELS].length);
});
