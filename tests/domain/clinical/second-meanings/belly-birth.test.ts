import { alarms, readings } from '../reading-tables.ts';

readings('an eye, a breath, a push and a placenta are told in the words of harmless things as well', [
  ['Since this morning I cannot see anything on the left.', 'vision_loss', 'present'],
  ['My toddler ran after his ball and fell in the pool.', 'submersion', 'present'],
  ['I am 40 weeks pregnant and need to push in the car.', 'urge_to_push', 'present'],
  ['The monitor showed that his heart stopped for twelve seconds.', 'cardiac_arrest', 'present'],
  ['The baby is born and the placenta is still waiting to be delivered.', 'birth_obstructed', 'present'],
  ['The placenta is still in a low position at 32 weeks.', 'birth_obstructed', undefined],
  ['My shoulder feels stuck when I lift it over my head.', 'birth_obstructed', undefined],
  ['Děda se dusí masem.', 'choking_episode', 'present'],
]);

readings('who touches whom, and where', [
  ['The itching is interfering with my sleep.', 'sexual_assault', undefined],
  ['My boyfriend kisses me in bed.', 'sexual_assault', undefined],
  ['My toddler keeps touching his penis.', 'sexual_assault', undefined],
  ['Doktor jí ohmatával břicho.', 'sexual_assault', undefined],
  ['Her stepfather has been touching her private parts.', 'sexual_assault', 'present'],
  ['Soused mi sahal do kalhotek.', 'sexual_assault', 'present'],
  ['My father touches me at night.', 'sexual_assault', 'present'],
  ['Dcera si pořád sahá do kalhotek.', 'sexual_assault', undefined],
  ['The nursery sent my child back with a fever.', 'harm_thoughts_after_birth', undefined],
]);

readings('a belly, a bowel and a hernia are named where it is they that are meant', [
  ['The doctor gave me something for my stomach.', 'burst_inside_belly', undefined],
  ['Something popped inside my knee when I squatted.', 'burst_inside_belly', undefined],
  ['Something gave way in my belly.', 'burst_inside_belly', 'present'],
  ['He jumped for the ball and twisted his knee.', 'abdominal_emergency_named', undefined],
  ['Zvrací, stolice jako voda, teplota 37,5.', 'faeculent_vomiting', undefined],
  ['Vomiting, foul-smelling stool.', 'faeculent_vomiting', undefined],
  ['Zvracím a smrdí to jako hovno.', 'faeculent_vomiting', 'present'],
  ['Na průjem jsem si vzal živočišné uhlí.', 'black_stool', undefined],
  ['Blood is pouring from the cut behind his ear.', 'heavy_bowel_bleeding', undefined],
  ['It is hard to work with my hernia.', 'irreducible_hernia', undefined],
  ['My hernia will not go back in.', 'irreducible_hernia', 'present'],
  ['I empty my stoma bag in the morning.', 'stoma_in_danger', undefined],
  ['I ate breakfast with a glass of milk.', 'swallowed_object', undefined],
  ['Už měsíc mi krvácí dásně.', 'vaginal_bleeding', undefined],
  ['Jsem ve 30. týdnu a krvácím.', 'vaginal_bleeding', 'present'],
]);

alarms('dangers of the abdomen and of birth, and what happens to many who are well', {
  danger: [
    'The baby is stuck, her head is out but the shoulders will not come.',
    'I have to push now!',
    'My wife is in labour, one foot came out first and the baby is stuck.',
    'I am on dialysis and I shiver all over with a fever.',
    'CT shows a ruptured spleen.',
    'My hernia is rock hard, it hurts and I keep vomiting.',
  ],
  harmless: [
    'I have chronic kidney disease, a cold and chills.',
    'The urine in my catheter bag is cloudy.',
    'After the operation I can push my pram again now.',
    'The rash came on my feet first.',
    'The tent peg came out of the ground.',
    'My baby has his finger stuck in a toy.',
    'Spolkla lžičku sirupu.',
  ],
});
