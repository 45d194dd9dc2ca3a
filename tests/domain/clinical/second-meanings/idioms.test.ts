import { readings } from '../reading-tables.ts';

readings('what is given out, lost in a contest or breathed is no faint and no breathlessness', [
  ['He passed out leaflets.', 'fainted', undefined],
  ['He passed out in the shop.', 'fainted', 'present'],
  ['He passed out after drinks.', 'fainted', 'present'],
  ['I was knocked out of the competition.', 'fainted', undefined],
  ['He was knocked out in the fight.', 'fainted', 'present'],
  ['I could not breathe a word to anyone.', 'breathless_at_rest', undefined],
  ['I could not breathe.', 'breathless_at_rest', 'present'],
  ['He choked back tears.', 'has_dyspnoea', undefined],
  ['He choked on a grape.', 'choking_episode', 'present'],
  ['Nemůžu popadnout dech smíchy.', 'has_dyspnoea', undefined],
  ['Nemůžu popadnout dech.', 'has_dyspnoea', 'present'],
  ['Mám to srdcem i duší rád.', 'has_dyspnoea', undefined],
  ['Dusí se.', 'has_dyspnoea', 'present'],
  ['Dusím maso na cibuli.', 'has_dyspnoea', undefined],
  ['Dusím se.', 'has_dyspnoea', 'present'],
  ['Dusí mě ta práce.', 'breathless_at_rest', undefined],
]);

readings('a way of speaking is no wish to die and no vision', [
  ['Chci to ukončit s přítelem.', 'suicidal_intent', undefined],
  ['Chci to ukončit.', 'suicidal_intent', 'present'],
  ['Chci to ukončit s prášky.', 'suicidal_intent', 'present'],
  ["I'm seeing things differently now.", 'hallucinations', undefined],
  ['He is seeing things.', 'hallucinations', 'present'],
  ['He scared me to death.', 'fear_of_dying', undefined],
  ["I can't go on holiday this year.", 'has_low_mood', undefined],
]);

readings('what is burned, cut, shot or hit in speech hurts nobody', [
  ['I burned my bridges.', 'has_burn', undefined],
  ['I burned my hand.', 'has_burn', 'present'],
  ['I cut corners at work.', 'has_wound', undefined],
  ['I cut my finger.', 'has_wound', 'present'],
  ['He was shot in the leg.', 'stab_or_gunshot', 'present'],
  ['I was hit by the cost of living.', 'recent_injury', undefined],
  ['I was hit by a car.', 'recent_injury', 'present'],
  ['The computer crashed.', 'recent_injury', undefined],
  ['He crashed his bike.', 'recent_injury', 'present'],
  ['Odřel jsem auto.', 'has_wound', undefined],
  ['Odřel jsem si koleno.', 'has_wound', 'present'],
  ['Narazil jsem na starého kamaráda.', 'has_limb_injury', undefined],
  ['Narazil jsem si rameno.', 'has_limb_injury', 'present'],
  ['Praštil jsem s prací.', 'recent_injury', undefined],
  ['Otočil se ke mně zády.', 'back_pain_after_strain', undefined],
]);

readings('a tongue that is bitten not to speak, eyes that agree and a neck for a friend are no signs', [
  ['I had to bite my tongue.', 'tongue_biting', undefined],
  ['He had a fit and bit his tongue.', 'tongue_biting', 'present'],
  ['We see eye to eye.', 'loss_in_one_eye_only', undefined],
  ['I stuck my neck out for her.', 'has_neck_pain', undefined],
  ['My neck is stuck.', 'has_neck_pain', 'present'],
  ['I have a pain in the neck.', 'has_neck_pain', 'present'],
  ['It makes me sick how they drive.', 'vomiting', undefined],
  ['The tablets make me sick.', 'vomiting', 'present'],
  ['He gave me the cold shoulder.', 'runny_nose', undefined],
]);

readings('homographs without their accents, and what only sounds alike', [
  ['Vyrazilo mi to dech.', 'rash', undefined],
  ['Vyrazily se mi pupínky.', 'rash', 'present'],
  ['Točím film.', 'has_dizziness', undefined],
  ['Točí se mi hlava.', 'has_dizziness', 'present'],
  ['Motám to dohromady.', 'has_dizziness', undefined],
  ['Motá se mi hlava.', 'has_dizziness', 'present'],
  ['Mám motýly v břiše.', 'has_dizziness', undefined],
  ['Umřel mi mobil.', 'recent_loss_or_trauma', undefined],
  ['Umřel mi táta.', 'recent_loss_or_trauma', 'present'],
  ['Mravenci v domě.', 'limb_tingling', undefined],
  ['Mám mravence v noze.', 'limb_tingling', 'present'],
  ['Tuhla mi krev v žilách.', 'tender_red_vein', undefined],
  ['Kulhá ta výmluva.', 'has_limp', undefined],
  ['Syn kulhá.', 'has_limp', 'present'],
  ['Sypu si popel na hlavu.', 'wheeze', undefined],
  ['Ranila mě mrtvice z té ceny.', 'has_focal_deficit', undefined],
  ['Děda měl dnes mrtvici.', 'has_focal_deficit', 'present'],
]);
