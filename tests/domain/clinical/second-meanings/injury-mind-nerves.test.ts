import { alarms, readings } from '../reading-tables.ts';

readings('a number of fingers that are seen or a finger that hurts is none that is cut off', [
  ['Pacient přišel s bolestí prstu.', 'part_cut_off', undefined],
  ['With the right eye he can only see two fingers held up.', 'part_cut_off', undefined],
  ['I pulled the ring off my finger because it was swelling.', 'part_cut_off', undefined],
  ['Přišel o palec na frézce.', 'part_cut_off', 'present'],
  ['The saw took two of his fingers.', 'part_cut_off', 'present'],
]);

readings('what pulses in an ear is no wound that spurts, and a pain at the shoulder blade no stab', [
  ['I can feel the blood pumping in my ears.', 'spurting_blood', undefined],
  ['My heart is pumping hard after the stairs.', 'spurting_blood', undefined],
  ['Blood is pumping out of his leg.', 'spurting_blood', 'present'],
  ['The blood spurts with every heartbeat.', 'spurting_blood', 'present'],
  ['The pain went from my neck into my shoulder blade.', 'stab_or_gunshot', undefined],
  ['The boning knife slipped into his groin.', 'stab_or_gunshot', 'present'],
]);

readings('a burning feeling is no large burn, and who is burnt out was in no fire', [
  ['I have burning pain in both legs at night.', 'burn_large', undefined],
  ['His whole chest was scalded by the kettle.', 'burn_large', 'present'],
  ['Vyhořel jsem v práci.', 'smoke_inhaled', undefined],
  ['Celou noc jsem hořel horečkou.', 'smoke_inhaled', undefined],
  ['Nadýchal se kouře při požáru v bytě.', 'smoke_inhaled', 'present'],
]);

readings('paracetamol for ten days is none of ten at once', [
  ['I have taken paracetamol for ten days.', 'paracetamol_taken', undefined],
  ['I have taken paracetamol three days in a row.', 'paracetamol_taken', undefined],
  ['V deset večer jsem si vzal paralen.', 'paracetamol_taken', undefined],
  ['I took ten paracetamol two hours ago.', 'paracetamol_taken', 'present'],
  ['Vzal si deset tablet paralenu.', 'paracetamol_taken', 'present'],
]);

readings('a medicine that is fetched or prescribed is no overdose', [
  ['I got my insulin from the pharmacy.', 'medicine_overdose', undefined],
  ['She got her blood pressure tablets from the chemist.', 'medicine_overdose', undefined],
  ['My toddler ate his grandad’s heart tablets.', 'medicine_overdose', 'present'],
]);

readings('who believes, holds a frozen pizza or wears a scarf is not ill in the mind', [
  ['I believe in God.', 'delusions', undefined],
  ['The dentist says the nerve is dead.', 'delusions', undefined],
  ['He is convinced that he is the messiah.', 'delusions', 'present'],
  ['I ate a frozen pizza last night.', 'catatonia_signs', undefined],
  ['She sits like a statue for hours and does not answer.', 'catatonia_signs', 'present'],
  ['Mám na krku šálu, protože je mi zima.', 'suicide_attempt_now', undefined],
  ['We found him with a cord round his neck.', 'suicide_attempt_now', 'present'],
  ['Lék jsem vysadil a bez něj je mi líp.', 'suicidal_thoughts', undefined],
  ['Beze mě by bylo všem líp.', 'suicidal_thoughts', 'present'],
]);

readings('a lump, a limp and a leg that no longer hurts are no paralysis', [
  ['My left arm has a lump that hurts me.', 'arm_or_leg_weakness_one_side', undefined],
  ['Přestala mě bolet levá noha.', 'arm_or_leg_weakness_one_side', undefined],
  ['My left arm will not move.', 'arm_or_leg_weakness_one_side', 'present'],
  ['Přestala mě poslouchat pravá ruka.', 'arm_or_leg_weakness_one_side', 'present'],
  ['My GP saw him two days ago.', 'double_vision', undefined],
]);

readings('colds, coughs and tantrums come one after another and are no seizures', [
  ['I have had one cold after another this winter.', 'seizure_ongoing_or_repeated', undefined],
  ['Dnes už třetí záchvat paniky.', 'seizure_ongoing_or_repeated', undefined],
  ['He has one seizure after another.', 'seizure_ongoing_or_repeated', 'present'],
  ['She gets bouts of bladder spasms.', 'had_seizure', undefined],
]);

readings('spots that stay when pressed are dangerous, red ones and those of acne are not', [
  ['My son is covered in tiny red spots that turn into blisters.', 'non_blanching_rash', undefined],
  ['My acne spots do not go away.', 'non_blanching_rash', undefined],
  ['She is covered in purple spots.', 'non_blanching_rash', 'present'],
  ['Tečky po přitlačení skleničkou nezmizí.', 'non_blanching_rash', 'present'],
]);

readings('an insulin pen is none of adrenaline, and a baby that kicks was not kicked', [
  ['I injected my insulin pen again today.', 'anaphylaxis_now', undefined],
  ['I just used his EpiPen and the swelling is back.', 'anaphylaxis_now', 'present'],
  ['I can feel the baby kicking.', 'injury_story_unfitting', undefined],
  ['My boyfriend shook the baby.', 'injury_story_unfitting', 'present'],
]);

readings('blood in front of the iris is no harmless patch on the white', [
  ['There is a level of blood in front of the iris.', 'blood_in_front_of_iris', 'present'],
  ['There is a blood patch on the white of my eye.', 'blood_in_front_of_iris', undefined],
  ['Chlorine in the pool makes my eyes red.', 'chemical_in_eye', undefined],
  ['I have got bleach in my eye.', 'chemical_in_eye', 'present'],
]);

alarms('what was said of a danger stays heard', {
  danger: [
    'He was hit in the throat by a hockey puck and has lost his voice.',
    'My 9-year-old was kicked in the belly by a horse, his tummy hurts and he keeps vomiting.',
    'He has back pain and has started leaking urine.',
    'A hyphaema was seen after the ball hit his eye.',
    'My neck is swollen, I am drooling and cannot swallow my spit.',
  ],
  harmless: ['I have leaked a little urine on coughing for years.', 'I hear a pulsing sound in my ear.'],
});
