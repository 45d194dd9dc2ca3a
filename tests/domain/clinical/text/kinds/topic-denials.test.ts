import { tells } from '../../reading-tables.ts';

tells('a denied sign belongs to the topic that its sentence named before', [
  ['She was hit in the breast, it is blue now, but no lump.', '-breast_lump'],
  ['I have been vomiting all night, no blood in it.', '+vomiting -vomiting_blood'],
  ['Coughing up phlegm for a week, no blood.', '-haemoptysis'],
  ['Krk má červený, mandle čisté bez povlaků.', '-tonsil_exudate'],
  ['Bolí mě v uchu, žádný předmět tam není.', '+ear_pain -object_in_ear'],
]);

tells('not where the denial says more, or the finding is told of by itself', [
  ['My chest feels tight, no pain in the leg.', '+chest_pressure 0chest_pain_sharp'],
  ['My friend is in the Alps, I cannot climb the stairs without gasping.', '+dyspnoea_on_exertion'],
  ['A lump in the breast, no other lump.', '+breast_lump'],
  ['I have blood in my phlegm, no blood in the stool.', '+haemoptysis'],
  ['Hit on the breast. No lump on the knee.', '0breast_lump'],
]);
