/// The names of months in twelve languages: in full, as in dates, and their usual short forms.
enum MonthNames {
    /// The month's number, 1 to 12; nil for any other word. The word is in lowercase.
    static func month(_ word: String) -> Int? { numbers[word] }

    /// Whether the short form of a month is also that of a weekday: Tuesday is `mar` in three languages.
    static func mayBeWeekday(_ word: String) -> Bool { word == "mar" }

    private static let numbers = Dictionary(
        names.enumerated().flatMap { index, names in names.split(separator: " ").map { (String($0), index + 1) } }
    ) { first, _ in first }

    /// For each month: English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish and Norwegian, Finnish, Polish,
    /// Czech and Russian. `listopada` is missing: it is November in Polish, and October in Croatian.
    private static let names = [
        """
        jan january januar jänner janvier janv enero ene gennaio gen janeiro januari tammikuu tammikuuta styczeń \
        stycznia sty leden ledna январь января янв
        """,
        """
        feb february februar feber février fevrier févr fevr fév fev febrero febbraio fevereiro februari helmikuu \
        helmikuuta luty lutego lut únor února февраль февраля фев
        """,
        """
        mar march märz maerz mär mrz mars marzo março marco maart mrt marts maaliskuu maaliskuuta marzec marca březen \
        března март марта мар
        """,
        """
        apr april avril avr abril abr aprile huhtikuu huhtikuuta kwiecień kwietnia kwi duben dubna апрель апреля апр
        """,
        """
        may mai mayo maggio mag maio mei maj toukokuu toukokuuta maja květen května май мая
        """,
        """
        jun june juni juin junio giugno giu junho kesäkuu kesäkuuta czerwiec czerwca cze červen června июнь июня июн
        """,
        """
        jul july juli juillet juil julio luglio lug julho heinäkuu heinäkuuta lipiec lipca lip červenec července \
        июль июля июл
        """,
        """
        aug august août aout aoû agosto ago augustus augusti elokuu elokuuta sierpień sierpnia sie srpen srpna \
        август августа авг
        """,
        """
        sep sept september septembre septiembre setiembre settembre set setembro syyskuu syyskuuta wrzesień września \
        wrz září сентябрь сентября сен
        """,
        """
        oct october oktober okt octobre octubre ottobre ott outubro out lokakuu lokakuuta październik października paź \
        říjen října октябрь октября окт
        """,
        """
        nov november novembre noviembre novembro marraskuu marraskuuta lis listopadu ноябрь ноября ноя
        """,
        """
        dec december dezember dez décembre decembre déc diciembre dic dicembre dezembro desember des joulukuu \
        joulukuuta grudzień grudnia gru prosinec prosince декабрь декабря дек
        """,
    ]
}
