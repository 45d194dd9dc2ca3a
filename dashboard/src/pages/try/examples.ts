import type { Language } from '../../i18n/catalogue.ts';

export type Example = { name: string; complaint: string; age: number; sex: 'female' | 'male'; story: string };

/** Patients that nobody is. */
export const EXAMPLES: Readonly<Record<Language, readonly Example[]>> = {
  en: [
    {
      name: 'Headache',
      complaint: 'headache',
      age: 34,
      sex: 'female',
      story:
        'Throbbing headache on one side since yesterday, light hurts my eyes. No fever and no stiff neck.',
    },
    {
      name: 'Chest pain',
      complaint: 'chest pain since this morning',
      age: 61,
      sex: 'male',
      story: 'It comes when I climb the stairs and goes away when I rest. I have not fainted.',
    },
    {
      name: 'Cough',
      complaint: 'cough and runny nose',
      age: 27,
      sex: 'male',
      story: 'I have been coughing for three days and my throat is sore. I can breathe well, no fever.',
    },
  ],
  cs: [
    {
      name: 'Bolest břicha',
      complaint: 'bolí mě břicho',
      age: 22,
      sex: 'male',
      story: 'Včera mě bolelo kolem pupíku, dnes je to vpravo dole. Zvracel jsem, průjem nemám.',
    },
    {
      name: 'Bolest hlavy',
      complaint: 'bolest hlavy',
      age: 34,
      sex: 'female',
      story: 'Od včerejška mi tepe jedna strana hlavy a vadí mi světlo. Horečku nemám.',
    },
    {
      name: 'Bolest na hrudi',
      complaint: 'bolest na hrudi od rána',
      age: 61,
      sex: 'male',
      story: 'Přichází, když jdu do schodů, a v klidu přejde. Neomdlel jsem.',
    },
  ],
};
