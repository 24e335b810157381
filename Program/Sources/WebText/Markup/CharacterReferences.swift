/// Character references such as `&#x27;` and `&eacute;`.
package enum CharacterReferences {
    /// The text with its references replaced.
    ///
    /// Invalid numbers, names unknown to HTML 4 and references without a semicolon stay as they are.
    package static func decoded(_ text: String) -> String {
        guard text.utf8.contains(ampersand) else { return text }
        var copy = text
        return copy.withUTF8 { decoded($0) }
    }

    /// The character of a name such as `eacute`; nil for an unknown name.
    package static func character(named name: String) -> Unicode.Scalar? { CharacterNames.scalar(name) }

    static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte == ampersand, let (scalar, end) = reference(in: bytes, after: position) {
                result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                position = end
            } else {
                result.append(byte)
                position += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let ampersand = UInt8(ascii: "&")
    /// The maximum length: longer than any name, and any number with a few leading zeros.
    private static let longest = 16

    private static func reference(in bytes: UnsafeBufferPointer<UInt8>, after start: Int) -> (Unicode.Scalar, Int)? {
        let first = start + 1
        var end = first
        while end < bytes.count, end - first <= longest, bytes[end].isReferenceCharacter { end += 1 }
        guard end < bytes.count, end > first, bytes[end] == UInt8(ascii: ";") else { return nil }
        let isNumeric = bytes[first] == UInt8(ascii: "#")
        let scalar =
            isNumeric
            ? number(bytes[(first + 1)..<end])
            : CharacterNames.scalar(String(decoding: bytes[first..<end], as: UTF8.self))
        return scalar.map { ($0, end + 1) }
    }

    private static func number(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
        let isHexadecimal = bytes.first.map { $0 | 0x20 } == UInt8(ascii: "x")
        let digits = Substring(decoding: isHexadecimal ? bytes.dropFirst() : bytes, as: UTF8.self)
        guard let value = UInt32(digits, radix: isHexadecimal ? 16 : 10), value != 0 else { return nil }
        // C1 control codes mean the characters of Windows-1252 (HTML, 13.2.5.80).
        if (0x80...0x9f).contains(value) { return windows1252(UInt8(value)) }
        return Unicode.Scalar(value)
    }

    /// The character of a byte from 0x80 to 0x9F in Windows-1252; other bytes are Latin-1.
    package static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9f).contains(byte) ? windows1252Table[Int(byte - 0x80)] : Unicode.Scalar(byte)
    }

    /// Unassigned bytes are control characters.
    private static let windows1252Table: [Unicode.Scalar] = [
        "\u{20ac}", "\u{81}", "\u{201a}", "\u{192}", "\u{201e}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2c6}",
        "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8d}", "\u{17d}", "\u{8f}", "\u{90}", "\u{2018}", "\u{2019}",
        "\u{201c}", "\u{201d}", "\u{2022}", "\u{2013}", "\u{2014}", "\u{2dc}", "\u{2122}", "\u{161}", "\u{203a}",
        "\u{153}", "\u{9d}", "\u{17e}", "\u{178}",
    ]
}

extension UInt8 {
    /// A letter, a digit or `#`.
    fileprivate var isReferenceCharacter: Bool {
        (0x61...0x7a).contains(self | 0x20) || (0x30...0x39).contains(self) || self == UInt8(ascii: "#")
    }
}

/// The names of HTML 4's character references (sections 24.2 to 24.4), and XML's `apos`.
enum CharacterNames {
    /// The character of that name; nil for an unknown name.
    static func scalar(_ name: String) -> Unicode.Scalar? { scalars[name] }

    private static let scalars: [String: Unicode.Scalar] = {
        var scalars: [String: Unicode.Scalar] = [:]
        for (offset, name) in latin1.utf8.split(whereSeparator: { $0 <= 0x20 }).enumerated() {
            scalars[String(Substring(name))] = Unicode.Scalar(UInt8(0xa0 + offset))
        }
        for pair in others.utf8.split(whereSeparator: { $0 <= 0x20 }) {
            let sides = pair.split(separator: UInt8(ascii: "="))
            scalars[String(Substring(sides[0]))] = UInt32(Substring(sides[1]), radix: 16).flatMap(Unicode.Scalar.init)
        }
        return scalars
    }()

    /// U+00A0 to U+00FF, in order.
    private static let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para
        middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave
        Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc
        Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc
        iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
        """

    /// ASCII, Latin Extended, Greek, punctuation and symbols, with their code points.
    private static let others = """
        apos=27 quot=22 amp=26 lt=3c gt=3e OElig=152 oelig=153 Scaron=160 scaron=161 Yuml=178 fnof=192 circ=2c6 tilde=2dc
        Alpha=391 Beta=392 Gamma=393 Delta=394 Epsilon=395 Zeta=396 Eta=397 Theta=398 Iota=399 Kappa=39a Lambda=39b Mu=39c
        Nu=39d Xi=39e Omicron=39f Pi=3a0 Rho=3a1 Sigma=3a3 Tau=3a4 Upsilon=3a5 Phi=3a6 Chi=3a7 Psi=3a8 Omega=3a9 alpha=3b1
        beta=3b2 gamma=3b3 delta=3b4 epsilon=3b5 zeta=3b6 eta=3b7 theta=3b8 iota=3b9 kappa=3ba lambda=3bb mu=3bc nu=3bd xi=3be
        omicron=3bf pi=3c0 rho=3c1 sigmaf=3c2 sigma=3c3 tau=3c4 upsilon=3c5 phi=3c6 chi=3c7 psi=3c8 omega=3c9 thetasym=3d1
        upsih=3d2 piv=3d6 ensp=2002 emsp=2003 thinsp=2009 zwnj=200c zwj=200d lrm=200e rlm=200f ndash=2013 mdash=2014 lsquo=2018
        rsquo=2019 sbquo=201a ldquo=201c rdquo=201d bdquo=201e dagger=2020 Dagger=2021 bull=2022 hellip=2026 permil=2030
        prime=2032 Prime=2033 lsaquo=2039 rsaquo=203a oline=203e frasl=2044 euro=20ac image=2111 weierp=2118 real=211c
        trade=2122 alefsym=2135 larr=2190 uarr=2191 rarr=2192 darr=2193 harr=2194 crarr=21b5 lArr=21d0 uArr=21d1 rArr=21d2
        dArr=21d3 hArr=21d4 forall=2200 part=2202 exist=2203 empty=2205 nabla=2207 isin=2208 notin=2209 ni=220b prod=220f
        sum=2211 minus=2212 lowast=2217 radic=221a prop=221d infin=221e ang=2220 and=2227 or=2228 cap=2229 cup=222a int=222b
        there4=2234 sim=223c cong=2245 asymp=2248 ne=2260 equiv=2261 le=2264 ge=2265 sub=2282 sup=2283 nsub=2284 sube=2286
        supe=2287 oplus=2295 otimes=2297 perp=22a5 sdot=22c5 lceil=2308 rceil=2309 lfloor=230a rfloor=230b lang=2329 rang=232a
        loz=25ca spades=2660 clubs=2663 hearts=2665 diams=2666
        """
}
