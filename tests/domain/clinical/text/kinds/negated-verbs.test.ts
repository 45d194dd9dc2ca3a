import { tells } from '../../reading-tables.ts';

tells('a Czech verb with ne- denies its object or subject, wherever that stands', [
  ['V podbřišku hmatem rezistenci nenacházím.', '-abdominal_mass'],
  ['Na krku žádné zvětšené uzliny nehmatám.', '-enlarged_glands'],
  ['Vyrážka se mi nikde neudělala.', '!rash'],
  ['Otok se na noze nevytvořil.', '!has_leg_swelling'],
  ['Bolesti hlavy se nevrátily.', '-has_headache'],
  ['Pokašlávání jsme u ní nezaslechli.', '-has_cough'],
  ['zvracení se už neopakovalo', '!vomiting'],
  ['Klouby po ránu ztuhlé nebývají.', '!joint_morning_stiffness'],
  ['S pesticidy ani hnojivy nepracuje.', '!pesticide_exposure'],
  ['S hnojivy a pesticidy nepracuje, doma nikdo nestříkal.', '!pesticide_exposure'],
  ['Vyrážku nikdo neviděl.', '+rash'],
  ['Otoky DK -, ikterus -', '-has_leg_swelling -jaundice'],
]);

tells('one that tells what goes on, or what somebody cannot do or did about it, does not', [
  ['bolest hlavy nepolevila', '+has_headache'],
  ['bolest hlavy nepolevuje', '+has_headache'],
  ['horečka neklesla ani po paralenu', '+has_fever'],
  ['zvracení nepřestalo', '+vomiting'],
  ['otok nohy nesplaskl', '+has_leg_swelling'],
  ['žloutenka nezmizela', '+jaundice'],
  ['průjem se nezlepšil', '+diarrhoea'],
  ['bolest břicha nikdo nevyšetřil', '+has_abdominal_pain'],
  ['na kašel mi nepředepsal nic', '+has_cough'],
  ['kašel mu nedovolil usnout', '+has_cough'],
  ['bolest zad jsem dlouho neřešil', '+has_back_pain'],
  ['léky na bolest hlavy jsem nebral', '+has_headache'],
  ['kvůli horečce jsem nepracoval', '+has_fever'],
  ['nezvyklá bolest hlavy', '+has_headache'],
  ['nezvykla bolest hlavy', '+has_headache'],
  ['nehýbe pravou rukou', '+arm_or_leg_weakness_one_side'],
  ['nemočí už dvanáct hodin', '+cannot_pass_urine'],
  ['na levé oko nevidím', '+vision_loss'],
  ['Vyrážka pod sklíčkem nebledne.', '+non_blanching_rash'],
]);
